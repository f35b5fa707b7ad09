// Prints how many times a second gomodule/oauth1 signs the status update that bench-signing signs.
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go build -o peer-gomodule .
package main

import (
	"fmt"
	"net/url"
	"sort"
	"time"

	"github.com/gomodule/oauth1/oauth"
)

const rounds, repetitions = 21, 5000

func main() {
	client := oauth.Client{Credentials: oauth.Credentials{
		Token:  "xvz1evFS4wEEPTGEFPHBog",
		Secret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
	}}
	token := oauth.Credentials{
		Token:  "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb",
		Secret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE",
	}
	address, err := url.Parse("https://api.example.test/1.1/statuses/update.json")
	if err != nil {
		panic(err)
	}
	form := url.Values{
		"status":           {"Hello Ladies + Gentlemen, a signed OAuth request!"},
		"include_entities": {"true"},
	}
	var rates []int
	for round := 0; round <= rounds; round++ {
		start := time.Now()
		for i := 0; i < repetitions; i++ {
			if client.AuthorizationHeader(&token, "POST", address, form) == "" {
				panic("no header")
			}
		}
		// The first round only warms up.
		if round > 0 {
			rates = append(rates, int(float64(repetitions)/time.Since(start).Seconds()))
		}
	}
	sort.Ints(rates)
	fmt.Printf("gomodule-headers %d\n", rates[rounds/2])
}
