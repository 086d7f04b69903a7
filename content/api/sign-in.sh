curl -s "$PARLEY_URL/api/auth/login" \
  -H 'Content-Type: application/json' \
  -d "{\"email\": \"$PARLEY_EMAIL\", \"password\": \"$PARLEY_PASSWORD\"}"
