import os

from openai import OpenAI

client = OpenAI(base_url=os.environ["PARLEY_URL"] + "/v1", api_key=os.environ["PARLEY_API_KEY"])

stream = client.chat.completions.create(
    model="normal",
    messages=[{"role": "user", "content": "What is 6 * 7?"}],
    stream=True,
)
for chunk in stream:
    for choice in chunk.choices:
        print(choice.delta.content or "", end="", flush=True)
