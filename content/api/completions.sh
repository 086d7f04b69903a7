curl -s "$PARLEY_URL/v1/chat/completions" \
  -H "Authorization: Bearer $PARLEY_API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"model": "normal", "messages": [{"role": "user", "content": "What is 6 * 7?"}]}'
