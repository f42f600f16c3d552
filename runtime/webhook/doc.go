// The files, the top first: what stands lower knows nothing of what stands above it. `go run ./golden/house` counts where
// that is not so.
//
//	github.go hmac.go shopify.go slack.go standard.go stripe.go delivery.go webhook.go mac.go

package webhook
