// Package matching finds matchings in general graphs, the tool behind "can the rest still be paired?"
// and "which pairing is best?".
//
// Cardinality is Edmonds' blossom algorithm on bit rows. It keeps its matching between calls, so that a
// pairer holds one complete legal pairing as a witness and repairs it by one augmenting path when a pair
// is fixed, a player leaves or two players are barred from each other.
//
// Weighted finds a perfect matching of maximum weight (Edmonds, Galil) with exact integer weights: one
// word, or several words compared in order for lexicographic criteria.
//
// Both own their scratch, serve one goroutine and allocate nothing once they have seen a graph as large.
package matching
