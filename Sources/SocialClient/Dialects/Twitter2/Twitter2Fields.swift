import AccountModel

/// What API v2 is to send beside ids and texts: it sends nothing unasked.
enum Twitter2Fields {
    /// Authors, originals of reposts, and pictures come in the same answer.
    static let ofPosts =
        [
            Parameter(
                "expansions",
                "author_id,referenced_tweets.id,referenced_tweets.id.author_id,in_reply_to_user_id,"
                    + "attachments.media_keys"),
            Parameter(
                "tweet.fields",
                "attachments,author_id,created_at,entities,in_reply_to_user_id,note_tweet,public_metrics,"
                    + "referenced_tweets"),
            Parameter("media.fields", "alt_text,media_key,preview_image_url,type,url,variants"),
        ] + ofPersons

    static let ofPersons = [Parameter("user.fields", "description,name,profile_image_url,username")]
}
