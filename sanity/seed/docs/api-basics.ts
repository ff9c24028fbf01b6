import { article, code, note, table } from '../build/article.ts'
import type { Doc } from '../types.ts'

export const apiBasics: Doc = {
  title: 'The API in ten minutes',
  slug: 'api-basics',
  summary:
    'Keys, requests and problems, sending something twice, limits, and what a receiver of webhooks has to check.',
  body: article(
    'With the API your own systems read and change calls, leads and appointments. The [API reference](/api) lists every endpoint that is open today, made from the same description the server checks requests with. If something is not there, it does not exist yet. This page explains what all endpoints have in common.',
    '## Keys',
    'An admin makes a key in the dashboard, under **Settings, API keys**, and says what it may. It only reads, unless you tick more. The key is shown once: we keep a fingerprint of it, and cannot show it again. Make one for each system, so that you can revoke it without stopping the others. A key that you revoke is refused from the next request on.',
    'Send the key in a header of each request:',
    code(
      'bash',
      'terminal',
      'curl https://ductwise.example/api/v1/leads?stage=new \\\n  -H "Authorization: Bearer dw_YOUR_KEY"',
    ),
    'What a key does stands in the log of your company, under the name of the key.',
    '## Requests',
    'Send JSON over HTTPS and name the type. Below `/api/v1`, fields and parameters that the reference does not list are refused. A list comes in parts: pass `next` on as `cursor` until it is null.',
    'Everything has a version. Send the one that you have seen with a change, and you are told when somebody was faster, together with what is there now.',
    '## Sending something twice',
    'A connection can break before the answer arrives. Give each POST an `Idempotency-Key`, a text of your own such as a UUID. When you send the same request again within 24 hours, it is answered as the first time and not done twice.',
    '## Problems',
    'A refusal below `/api/v1` is a status code and a problem as in RFC 9457: a `type` that programs compare, and a `detail` that says what to do. Read the code first; the words may change.',
    table(
      'Status codes',
      ['Code', 'Means', 'Do'],
      ['400, 415', 'The request is not JSON, or cannot be read', 'Correct it; do not repeat it unchanged'],
      ['401, 403', 'The key is missing or revoked, or may not do this', 'Check the key and its scopes'],
      ['404', 'There is nothing at this path', 'Check the path and the id'],
      ['405', 'The path does not know this method', 'Use one that the header Allow names'],
      ['409, 412', 'Somebody changed it before, or the same request is still being answered', 'Read what is there now'],
      ['413', 'The body is too large', 'Send less'],
      ['422', 'A field is wrong', 'Correct the fields that the problem names'],
      ['429', 'Too many requests', 'Wait for the time in Retry-After'],
      ['500 and above', 'Our fault', 'Send the same request again later, with growing pauses'],
    ),
    '## How much',
    'A key has 600 requests in a minute. The header `RateLimit` of each answer says how many are left.',
    '## Webhooks: four checks for a receiver',
    'A webhook is a request from one server to another when something has happened. Whoever sends it, a receiver should do four things before it believes a word:',
    '1. **Check the signature** over the raw body, with a comparison that takes the same time for right and wrong.',
    '1. **Check the time** in the signed part, and refuse what is older than a few minutes.',
    '1. **Expect repeats.** Keep the id of the last events, and do nothing the second time.',
    '1. **Answer fast.** Store it, answer 200, and do the work afterwards.',
    code(
      'typescript',
      'verify.ts',
      "import { createHmac, timingSafeEqual } from 'node:crypto'\n\nexport function isAuthentic(rawBody: string, signature: string, secret: string): boolean {\n  const expected = createHmac('sha256', secret).update(rawBody).digest()\n  const given = Buffer.from(signature, 'hex')\n  return given.length === expected.length && timingSafeEqual(given, expected)\n}",
    ),
    'The example shows the principle. How a sender builds its signature, and in which header it stands, is in that sender’s documentation.',
    note('Keep keys out of addresses, on every side: what stands in an address ends up in logs.'),
  ),
  seo: {
    title: 'API basics: keys, requests, problems and webhook checks',
    description:
      'How to make an API key and use it, which status codes to expect and what to do, how to send a request twice, and four checks for receivers of webhooks.',
  },
}
