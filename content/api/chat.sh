curl -sN "$PARLEY_URL/api/chat/stream" \
  -H "Authorization: Bearer $PARLEY_TOKEN" \
  -H 'Content-Type: application/json' \
  -d "{\"conversationId\": \"$CONVERSATION_ID\", \"text\": \"What is 6 * 7?\"}"
