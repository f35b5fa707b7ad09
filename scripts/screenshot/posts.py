"""The posts on the picture: when they were made is told back from now, so that their ages are always the same."""

import time

MINUTE, HOUR = 60, 3600
OLDEST = "267081518403440601"


def seed():
    """What the test service's /_test/seed takes, oldest post first."""
    now = time.time()
    return {
        "users": [
            {"screen_name": "ada", "name": "Ada Lovelace"},
            {"screen_name": "nightly", "name": "Nightly builds"},
            {"screen_name": "sakura", "name": "さくら"},
        ],
        "posts": [
            {
                "user": "sakura", "id": OLDEST, "created": now - 5 * HOUR - 30,
                "text": "桜が咲きました 🌸 Spring has come to Kyoto.", "counts": {"replies": 4, "reposts": 12, "likes": 88},
            },
            {
                "user": "nightly", "id": "267081518403440622", "created": now - 2 * HOUR - 30,
                "text": "Build 1042 is green: 2,318 tests in 4 minutes. https://ci.example.org/builds/1042",
                "counts": {"replies": 0, "reposts": 1, "likes": 3},
            },
            {
                "user": "ada", "id": "267081518403440641", "created": now - 12 * MINUTE - 30,
                "text": "The engine weaves algebraical patterns just as the loom weaves flowers and leaves; "
                        "today it wove its first timeline in a terminal. #acctstore",
                "counts": {"replies": 2, "reposts": 7, "likes": 31},
            },
        ],
    }
