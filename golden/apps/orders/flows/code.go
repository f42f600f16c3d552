package flows

import (
	"context"
	"encoding/json"
	"fmt"

	rt "github.com/flowc-dev/flowc/runtime"
)

const (
	maxProducts = 50   // of one order
	maxQuantity = 1000 // of one item
)

// wanted is what a customer sends.
type wanted struct {
	Items []item `json:"items"`
}

type item struct {
	SKU      string `json:"sku"`
	Quantity int64  `json:"quantity"`
}

// basket is what is stored of it.
type basket struct {
	Quantities string `json:"quantities"` // JSON: how many, by sku
}

// fillBasket adds up what is wanted of each product. It rejects what nobody can deliver.
func fillBasket(_ context.Context, in wanted) (basket, error) {
	if len(in.Items) == 0 || len(in.Items) > maxProducts {
		return basket{}, rt.Reject(fmt.Sprintf("an order has 1 to %d items", maxProducts))
	}
	quantities := map[string]int64{}
	for _, wanted := range in.Items {
		if wanted.Quantity < 1 || wanted.Quantity > maxQuantity {
			return basket{}, rt.Reject(fmt.Sprintf("the quantity of an item is 1 to %d", maxQuantity))
		}
		quantities[wanted.SKU] += wanted.Quantity
	}
	text, err := json.Marshal(quantities)
	if err != nil {
		return basket{}, fmt.Errorf("write what is ordered: %w", err)
	}
	return basket{Quantities: string(text)}, nil
}
