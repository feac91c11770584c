package main

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"elide.example/elide/internal/longtest"
)

const (
	economicsDoc  = "../../docs/economics.md"
	economicsData = "../../../shared/trajectories/data"
)

// TestEconomicsDoc holds the tables in docs/economics.md to what elide makes of the
// conversations today, where those are there: no figure is further from it than two
// points.
func TestEconomicsDoc(t *testing.T) {
	if _, err := os.Stat(economicsData); err != nil || longtest.Left() {
		t.Skip("no conversations to measure with")
	}
	have, err := os.ReadFile(economicsDoc)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(measured(t, have))
	if err != nil {
		t.Fatal(err)
	}
	const points = 2
	number := regexp.MustCompile(`-?[0-9]+(\.[0-9])?`)
	old, now := number.FindAll(have, -1), number.FindAll(want, -1)
	if string(number.ReplaceAll(have, nil)) != string(number.ReplaceAll(want, nil)) || len(old) != len(now) {
		t.Fatalf("%s has other tables than elide makes; elision-bench --trajectories %s --markdown %s", economicsDoc, economicsData, economicsDoc)
	}
	for i := range old {
		a, _ := strconv.ParseFloat(string(old[i]), 64)
		b, _ := strconv.ParseFloat(string(now[i]), 64)
		if math.Abs(a-b) > points {
			t.Errorf("%s says %s, today it is %s; elision-bench --trajectories %s --markdown %s", economicsDoc, old[i], now[i], economicsData, economicsDoc)
			return
		}
	}
}

// measured is the page with today's figures. ELIDE_TEST_ECONOMICS may name one that is
// written already, or say that it is still to come.
func measured(t *testing.T, have []byte) string {
	t.Helper()
	switch page := os.Getenv("ELIDE_TEST_ECONOMICS"); page {
	case "":
	case "later":
		t.Skip("measured later")
	default:
		return page
	}
	page := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(page, have, 0o600); err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	if err := measureTrajectories(context.Background(), economicsData, options{format: "table", count: 1, markdown: page}, &table); err != nil {
		t.Fatal(err)
	}
	return page
}
