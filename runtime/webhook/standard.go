package webhook

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Standard verifies what standardwebhooks.com specifies: webhook-signature, "v1,BASE64 …", holds HMACs-SHA-256 of
// "ID.TIME.BODY" where id and time are webhook-id and webhook-timestamp. The headers may begin with svix- instead, as
// those of Svix do. Secrets are base64, with or without whsec_ before it. The id of a delivery is webhook-id.
func Standard(_ context.Context, r *rt.WebhookRequest, in Input) error {
	keys, err := standardKeys(r, in)
	if err != nil {
		return err
	}
	m, err := standardHeaders(r)
	if err != nil {
		return err
	}
	if err := base64SHA256.verify(keys, m.signatures, []byte(m.id+"."+m.timestamp+"."), r.Body); err != nil {
		return err
	}
	if err := verifyTime(r, m.timestamp); err != nil || !wanted(r, in.Once) {
		return err
	}
	return once(r, m.id)
}

func standardKeys(r *rt.WebhookRequest, in Input) (secrets, error) {
	if in.Secret == "" {
		return secrets{}, errNoSecret
	}
	var keys secrets
	for i, text := range (secrets{in.Secret, in.PreviousSecret}) {
		if text == "" {
			continue
		}
		key, err := standardKey(text)
		if err != nil {
			return keys, fmt.Errorf("verifying a webhook: the secret %w", err)
		}
		keys[i] = string(key)
	}
	return keys, strong(r, keys)
}

var errNotStandard = errors.New("is not whsec_ and base64")

// standardKey reads a secret as services show it.
func standardKey(text string) ([]byte, error) {
	key, err := base64.StdEncoding.Strict().DecodeString(strings.TrimPrefix(text, "whsec_"))
	if err != nil || len(key) == 0 {
		return nil, errNotStandard
	}
	return key, nil
}

// StandardSecret returns the value of a secret variable for Standard. One that it can't read keeps the server from
// starting: no delivery to the workflow could be verified.
func StandardSecret(s *rt.Setup, name, workflow string) string {
	value := s.Secret(name)
	if value == "" {
		return "" // reported as missing
	}
	switch key, err := standardKey(value); {
	case err != nil:
		s.Problem(name, fmt.Sprintf("%s, as Standard Webhooks has secrets: workflow %s", err, workflow))
	case len(key) < rt.MinSecret:
		s.WeakSecret(name, workflow)
	}
	return value
}

// standardMessage holds the three headers of a Standard Webhooks message.
type standardMessage struct {
	id         string
	timestamp  string
	signatures []string
}

func standardHeaders(r *rt.WebhookRequest) (standardMessage, error) {
	prefix := "Webhook-"
	if r.Header.Get("Svix-Id") != "" && r.Header.Get("Webhook-Id") == "" {
		prefix = "Svix-"
	}
	var m standardMessage
	var err error
	if m.id, err = header(r, prefix+"Id"); err != nil {
		return m, err
	}
	if m.timestamp, err = header(r, prefix+"Timestamp"); err != nil {
		return m, err
	}
	given, err := header(r, prefix+"Signature")
	if err != nil {
		return m, err
	}
	if strings.Contains(m.id, ".") { // the end of the id could pass for the time, and the time for a part of the body
		return m, rt.Reject(wrongSignature)
	}
	if m.signatures = standardSignatures(given); len(m.signatures) == 0 {
		return m, rt.Reject(missingSignature)
	}
	return m, nil
}

// standardSignatures passes over other schemes than v1, such as the v1a of public keys.
func standardSignatures(text string) []string {
	var signatures []string
	for item := range strings.FieldsSeq(text) {
		if signature, ok := strings.CutPrefix(item, "v1,"); ok {
			signatures = append(signatures, signature)
		}
	}
	return signatures
}
