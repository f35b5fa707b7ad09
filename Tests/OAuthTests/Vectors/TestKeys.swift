/// Keys made with OpenSSL for these tests; they protect nothing.
enum TestKeys {
    /// RSA, 2048 bits, PKCS #1.
    static let rsa = """
        -----BEGIN RSA PRIVATE KEY-----
        MIIEpAIBAAKCAQEAtubQ2mQuTMM9CgAUJ0rxs5FdpYcmY9voiGN7ZAEVtueX6do6
        JMaI4pL5IUjcYGbL999xyDSa9lbnV9VC4R6yk8N4DrnKTnwS1sC513v/gIywT3yR
        47xVQUBuiUTZVuzQz9yY8UY0/1udl4fJTUU2PMyv4MZpoNnnAMizNw7y7G+8bXd2
        gMUsuepEwbYJhT16+h5FMKDIFdrxXZL1fSvjHc/aj83ObZx3NLKDx/CSAihOJXOv
        hRpJolCb+T+/y8uTMH31EfDK8tZ+KQqBAUGeK3Ka2dMDw7EEYeOYiU5UlX1BFb4J
        42ldrUa8kUd7IckIHFxLX80sCDbLOvRbce/MKwIDAQABAoIBABxQy5Cj5c8YgsCj
        lnsmzRiBrr/LlpPrHarPy/CFgnkYjZo0oL/ExLhfDJaskwGRqI4tV44pJrxwY8xj
        RcFYYUki/9k3xiw0ZS4+FAdaOQoLvdfwbx2UsJYzhWlW8VbVvtYPTtY7ikTmSBWH
        fhCqYGU1Qx1HWl7+nRav+57Qf6c+uiREMqF68tn5Hkt+DZoFfUdSRnvJrCms1Q8K
        g6hBRUD7ZSFIYtxVS7tQDCce0jNJXy71eI1oBSNuaQgZ5P5J+sd7rZdaq4PjJUE4
        ab9VPlNe8zIfN/3udS0wCaS/I87kjYj0KGeiuv2lLwmZsrxane9mIMNEpv2igdCf
        EdKmFyECgYEA3qQ/AHnzEraGJtToJ6S+u01pqAyCIPq91Ct+qG8kJsGGvXS8ijYP
        FLXiCuEPaExE6uQ7qmXLnlw3tiwjwm90Iw5CdOURXobssOzMvrbGNDUSca+4DYgK
        LuUD7a13p6tErhcN9SMvro2Gat5gK0Jg07d37s8bLG+MufG6jvkySQkCgYEA0k5I
        li4Kj8VsSQFVf/nzlrp+RRTGZNBNVqBAVnjWZSdVUq46/vaaJnqukxAVW+swLk97
        wQZ3BqBJVKfx7Rte7hqAAK3ZphZCsGldH2brGQD9vkGcWMI5zi34EhY0bBGfqOiK
        zg6d1nnS31RRH/tUXYVwcYXPXIrZniai2hqT/JMCgYBlTQApfFM/8XKKmpbi6s+p
        s2hegQp4bP4QWpXvl1owlB91dncOv9gOyU8HOi3je8hjw+Lt/hEuhbEHn3/JySJj
        jOpp+4vyoZtySNxD7i+ys28n8RbieUKA4czuyN3HmWLPf0fngNICLvy5BWNma3ZY
        /oKAUxV/G2ZBeJ40zWe22QKBgQC18EW5rwEyGjCxA/ds7NeAaby9lNiB9PdDXwXq
        CUYpYprdGaAuXTdE3NPUpJBl4hTfq6G7fxVP5TErjNOuNgStZr2gWMa3egCdz7lh
        Zk8zZXkftHFHFFif94LqWs1lROXkYbFbzKdeGiyFStOYIH1/HucFPycCv5i+ylwO
        5flrAwKBgQDOvLfus9/kI1cs2R4pcqeggwRVXrgH8fZlE/rkwdkBh9xWEgmkGuua
        sai1pR8nnW1MXD7mvokAg+op94c10ZXp3dqxX3AnQgRs2KB7ikF/dOD0a9SdScbN
        5JVeaEYiNRl+/kZFJldTiM7cf1DEQiwuhDBdXFsLQ5aluhrgEG9duA==
        -----END RSA PRIVATE KEY-----
        """

    /// The same key as PKCS #8.
    static let rsaPKCS8 = """
        -----BEGIN PRIVATE KEY-----
        MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC25tDaZC5Mwz0K
        ABQnSvGzkV2lhyZj2+iIY3tkARW255fp2jokxojikvkhSNxgZsv333HINJr2VudX
        1ULhHrKTw3gOucpOfBLWwLnXe/+AjLBPfJHjvFVBQG6JRNlW7NDP3JjxRjT/W52X
        h8lNRTY8zK/gxmmg2ecAyLM3DvLsb7xtd3aAxSy56kTBtgmFPXr6HkUwoMgV2vFd
        kvV9K+Mdz9qPzc5tnHc0soPH8JICKE4lc6+FGkmiUJv5P7/Ly5MwffUR8Mry1n4p
        CoEBQZ4rcprZ0wPDsQRh45iJTlSVfUEVvgnjaV2tRryRR3shyQgcXEtfzSwINss6
        9Ftx78wrAgMBAAECggEAHFDLkKPlzxiCwKOWeybNGIGuv8uWk+sdqs/L8IWCeRiN
        mjSgv8TEuF8MlqyTAZGoji1XjikmvHBjzGNFwVhhSSL/2TfGLDRlLj4UB1o5Cgu9
        1/BvHZSwljOFaVbxVtW+1g9O1juKROZIFYd+EKpgZTVDHUdaXv6dFq/7ntB/pz66
        JEQyoXry2fkeS34NmgV9R1JGe8msKazVDwqDqEFFQPtlIUhi3FVLu1AMJx7SM0lf
        LvV4jWgFI25pCBnk/kn6x3utl1qrg+MlQThpv1U+U17zMh83/e51LTAJpL8jzuSN
        iPQoZ6K6/aUvCZmyvFqd72Ygw0Sm/aKB0J8R0qYXIQKBgQDepD8AefMStoYm1Ogn
        pL67TWmoDIIg+r3UK36obyQmwYa9dLyKNg8UteIK4Q9oTETq5DuqZcueXDe2LCPC
        b3QjDkJ05RFehuyw7My+tsY0NRJxr7gNiAou5QPtrXenq0SuFw31Iy+ujYZq3mAr
        QmDTt3fuzxssb4y58bqO+TJJCQKBgQDSTkiWLgqPxWxJAVV/+fOWun5FFMZk0E1W
        oEBWeNZlJ1VSrjr+9pomeq6TEBVb6zAuT3vBBncGoElUp/HtG17uGoAArdmmFkKw
        aV0fZusZAP2+QZxYwjnOLfgSFjRsEZ+o6IrODp3WedLfVFEf+1RdhXBxhc9citme
        JqLaGpP8kwKBgGVNACl8Uz/xcoqaluLqz6mzaF6BCnhs/hBale+XWjCUH3V2dw6/
        2A7JTwc6LeN7yGPD4u3+ES6FsQeff8nJImOM6mn7i/Khm3JI3EPuL7KzbyfxFuJ5
        QoDhzO7I3ceZYs9/R+eA0gIu/LkFY2Zrdlj+goBTFX8bZkF4njTNZ7bZAoGBALXw
        RbmvATIaMLED92zs14BpvL2U2IH090NfBeoJRilimt0ZoC5dN0Tc09SkkGXiFN+r
        obt/FU/lMSuM0642BK1mvaBYxrd6AJ3PuWFmTzNleR+0cUcUWJ/3gupazWVE5eRh
        sVvMp14aLIVK05ggfX8e5wU/JwK/mL7KXA7l+WsDAoGBAM68t+6z3+QjVyzZHily
        p6CDBFVeuAfx9mUT+uTB2QGH3FYSCaQa65qxqLWlHyedbUxcPua+iQCD6in3hzXR
        lend2rFfcCdCBGzYoHuKQX904PRr1J1Jxs3klV5oRiI1GX7+RkUmV1OIztx/UMRC
        LC6EMF1cWwtDlqW6GuAQb124
        -----END PRIVATE KEY-----
        """

    /// The same key, encrypted with a password.
    static let encrypted = """
        -----BEGIN RSA PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-128-CBC,8B201023B10FA037ACD132636C39EFAC

        u9vMAPz3o/U1VhjZkMX0y1GPk68JrotBlcL+yoOMAQszntx1jk4ZwgKbfZ1celKz
        06oW6MFE8mN4CufvoOKVrQ0DVqJZ7I5wfFDMsuFhbr2sFc1mp+HY7spWIrnoZEgh
        AZ8EZlBuT2b4BRlfVJC4RRAjALh//cW8TSzRWF75MGE1W4AwDtJrd4cPdFMG+8PP
        fm+WdXtEyGnaeo3mavPc+/9js7MF1ShIAdYjcJ216BkjNjWaMx5+Te3IrTUgWKP9
        q1AY2NrhL+xHiGn9zk3WGfQRo1qdQG2kZuof3vz5pToC4bJRoir9IWJDLatBMUdu
        rnI2fYy18E6nE3IeIdV74kDmLm+6aq8Mj1y7QtbhnsbV9v26Jw0IjhjJX2bQfsQe
        hb0j5M/x86Rl/KVvyhcUWmAPGjpdrXeBxaedW/cOJ8dybWLnUMGWnq63S7eVkywX
        uD54gACpvHINdU+nX1jKRD3p1o8p4WIFUGO4vMqJvOOtwkN4KOhiKXFYlva1lT1B
        XAzNlQzGble9OgIhYUdOMtS6zgDN4IApCOQP5m9x69DPV47aT/+tHtD0OOzzJoJB
        Q+8LLk/tyEVHInCLeGlQsS7E0kP8cHvuqd+5cZp85MOOv8AIukRRliPYrgFZSD5M
        3V6GpEveK/9S8+3gsecm47VPHJLrwMJZBLWDTLXgCwUvLXulTK++Eo8zG0pIpTa9
        ca6SB0GW4tsa1P0Hu36xW3Y0frCdd4ZjIUA/G6sGk9pXHW5AmHXii52iB+vnaosA
        nV7vANqRZiM5unN/cVPxXUdyrcFOj5v+NReZnpHQjqbgFQc5ye1//I/slp4HAHIO
        4xjzz10NUcLhs0fm1V0On80Up2GpAlfZHxespYJ0D25xkftrNf79uBkqeKVsUqxh
        h7SGhnU5rWVvSrko+Ag1DiKJ8BscI/rOezoKvJcyK4fWTkVeaSTnG+Asp5EV7A/7
        OlWOPMtKrDolfzSfvlL/JbdBH/j+e+25+Gwx7aCSzld+EeHvxCtCZ6XEE3U5kr8A
        Lrufbmxq/Tl2EfPP4HqWJide6QFePiSVKaDi6jLB1ryFjkrrzPJJh8k5iwGXUQQG
        K3y8pCac5vPuFp32+Gst1T6UDa1rih9Md6Ph7ERax2UzMMbg+tbx6lpHvJrfeLFI
        RRoXfQquxaJ9jJ2ZSSAyPc2/jGAs2TYwJ0ebhQrBCB32sYvxVXdFFB1h0qCy12L2
        j5NeCOuO7XOUm7A9zW8boHGTS3tkVW6662apPxHU0V0xXhc/uQL/eH4lUuB1blpv
        6UITm/5JmD8QheqnPaaI78CHc3BxNAm//O0goe1/djYIJhLEy60lWRVboFb23x2i
        sk3/5U3k2ly5HGr46ad000Kc/+GwUgN7IDWXbJUEBKc/E9W9l8WRy0bt5Y9aOvZX
        p2zwv72BureRwR7/UTgqSMhzGSqVWRC2rMUzvq5DBHBWNVCZhg2u/GISyVrViaEH
        xoJz1dLy5mkpsV+YNQntyxvU+cZmx+hWjzlQ2m4wMzayzkkbcMMHOdC6QCPWcZSl
        kRRsY+9AzvFn8i+DSwDwPeiQM5N+sd/v9A+iaeKoU9alc3y+dpK+Nvs7IbKDz6Y7
        -----END RSA PRIVATE KEY-----
        """

    /// A key of another kind.
    static let elliptic = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIKwEHkHJ4RrGos6cRnB5hd9hSj+yALDakk/HEZ38hzRdoAoGCCqGSM49
        AwEHoUQDQgAEXjA1l9qncgOR/6rKm2Nq489zdFAn92MUu/q1nAIfDjHTBf04f2Vl
        wHV1LnX9mMNtic18NDqVLfgHAUskETMIpQ==
        -----END EC PRIVATE KEY-----
        """
}
