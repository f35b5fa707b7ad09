extension Author {
    /// The author of a tweet as API v1.1 sends one. Nil where the answer leaves out who it is, as `trim_user` does.
    init?(twitterUser user: JSONNode) {
        guard let id = user.id("id_str", "id"), let username = user["screen_name"]?.string else { return nil }
        self.init(
            id: id, username: username, name: user["name"]?.string, description: user["description"]?.string,
            picture: user["profile_image_url_https"]?.string ?? user["profile_image_url"]?.string)
    }

    /// The author as search of API v1 has it, among the fields of the tweet.
    init?(twitterSearchResult result: JSONNode) {
        guard let id = result.id("from_user_id_str", "from_user_id"), let username = result["from_user"]?.string else {
            return nil
        }
        self.init(
            id: id, username: username, name: result["from_user_name"]?.string,
            picture: result["profile_image_url_https"]?.string ?? result["profile_image_url"]?.string)
    }
}
