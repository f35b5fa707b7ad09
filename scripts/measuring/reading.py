"""Posts from JSON to text beside jq, what memory that takes, and how fast posts are counted."""

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

from measuring.table import Row

TURNS = 7
POSTS, PAGE = 10_000, 200
# The lines that bench-reading prints, as far as jq can make them.
FILTER = r'.[] | "\(.user.screen_name) \(.created_at) \(.full_text) \(.retweet_count) \(.favorite_count)"'
TEXTS = [
    "The nightly build went through after all, and the release notes are done.",
    "R&amp;D says 3 &lt; 4 \u2615 and nobody got lost",
    "Das Caf\u00e9 an der Ecke hat wieder ge\u00f6ffnet \u2013 20 % auf alles, au\u00dfer Tiernahrung\u2026",
    "\u4eca\u65e5\u306f\u65b0\u3057\u3044\u30d0\u30fc\u30b8\u30e7\u30f3\u3092\u516c\u958b\u3057\u307e\u3057\u305f",
]


def reading_rows(program):
    program = str(Path(program).resolve())
    with tempfile.TemporaryDirectory() as folder:
        few, many = Path(folder) / "few", Path(folder) / "many"
        pages = [_page(number) for number in range(POSTS // PAGE)]
        _write(few, pages)
        _write(many, pages * 10)
        times = [(_time([program, "posts"], few), _time(["jq", "-r", FILTER], few)) for _ in range(TURNS)]
        mine, beside = map(median, zip(*times))
        memory, longer = (_figure([program, "memory"], pages) / 1000 for pages in (few, many))
    rate, mark = _figure([program, "count"]), 100_000
    shown, least = _figure([program, "layout"]), 50_000
    return [
        Row("10,000 posts from JSON to text, beside jq", f"{mine:.0f} ms", f"{beside:.0f} ms", mine / beside, 1),
        Row("memory for 100,000 posts, beside 10,000", f"{longer:.0f} MB", f"{memory:.0f} MB", longer / memory, 1.2),
        Row("posts counted in a second", f"{rate:,}", f"{mark:,}", mark / rate, 1),
        Row("posts laid out for a terminal in a second", f"{shown:,}", f"{least:,}", least / shown, 1),
    ]


def _write(file, pages):
    with open(file, "w", encoding="utf-8") as lines:
        lines.writelines(pages)


def _time(command, pages):
    """In milliseconds, from the start to the end."""
    with open(pages, "rb") as source:
        start = time.perf_counter_ns()
        subprocess.run(command, check=True, stdin=source, stdout=subprocess.DEVNULL)
        return (time.perf_counter_ns() - start) / 1e6


def _figure(command, pages=os.devnull):
    """The number that the program prints after a word."""
    with open(pages, "rb") as source:
        printed = subprocess.run(command, check=True, stdin=source, stdout=subprocess.PIPE, text=True).stdout
    return int(printed.split()[1])


def _page(number):
    """One line: a page of posts as API v1.1 sends them."""
    posts = [_post(n) for n in range(number * PAGE, (number + 1) * PAGE)]
    return json.dumps(posts, ensure_ascii=False, separators=(",", ":")) + "\n"


def _post(n):
    link, text = f"https://t.co/{n:010}", TEXTS[n % len(TEXTS)]
    start = len(text) + 1
    number = 540891642389696512 - n * 1000003
    return {
        "created_at": "Fri Dec 05 15:55:44 +0000 2014", "id": number, "id_str": str(number),
        "full_text": f"{text} {link}", "truncated": False, "display_text_range": [0, start + len(link)],
        "entities": {
            "hashtags": [], "symbols": [], "user_mentions": [],
            "urls": [{
                "url": link, "expanded_url": f"https://example.com/articles/{n}",
                "display_url": f"example.com/articles/{n}", "indices": [start, start + len(link)],
            }],
        },
        "source": '<a href="https://example.com" rel="nofollow">Example</a>', "in_reply_to_status_id": None,
        "in_reply_to_status_id_str": None, "in_reply_to_user_id": None, "in_reply_to_user_id_str": None,
        "in_reply_to_screen_name": None, "user": _user(n % 300), "geo": None, "coordinates": None, "place": None,
        "contributors": None, "is_quote_status": False, "retweet_count": n % 40, "favorite_count": n % 99,
        "favorited": False, "retweeted": False, "possibly_sensitive": False, "lang": "en",
    }


def _user(n):
    images = "https://pictures.example.com"
    return {
        "id": 10**15 + n, "id_str": str(10**15 + n), "name": f"Person {n} \u2603", "screen_name": f"person{n}",
        "location": "Berlin", "description": "what this person says about being a person " * 2, "url": None,
        "entities": {"description": {"urls": []}}, "protected": False, "followers_count": 12, "friends_count": 3,
        "listed_count": 0, "created_at": "Mon Feb 01 18:45:13 +0000 2010", "favourites_count": 44, "utc_offset": None,
        "time_zone": None, "geo_enabled": False, "verified": False, "statuses_count": 999, "lang": None,
        "contributors_enabled": False, "is_translator": False, "is_translation_enabled": False,
        "profile_background_color": "C0DEED", "profile_background_image_url": f"{images}/themes/1/bg.png",
        "profile_background_image_url_https": f"{images}/themes/1/bg.png", "profile_background_tile": False,
        "profile_image_url": f"{images}/{n}_normal.jpg", "profile_image_url_https": f"{images}/{n}_normal.jpg",
        "profile_link_color": "1DA1F2", "profile_sidebar_border_color": "C0DEED",
        "profile_sidebar_fill_color": "DDEEF6", "profile_text_color": "333333", "profile_use_background_image": True,
        "default_profile": True, "default_profile_image": False, "following": True, "follow_request_sent": False,
        "notifications": False, "translator_type": "none",
    }
