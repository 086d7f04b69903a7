const { PARLEY_URL, PARLEY_TOKEN } = process.env;

const response = await fetch(`${PARLEY_URL}/api/auth/me`, {
  headers: { Authorization: `Bearer ${PARLEY_TOKEN}` },
});
const { user } = await response.json();
console.log(user.email);
