curl -s "$PARLEY_URL/api/auth/me" -H "Authorization: Bearer $PARLEY_TOKEN"
