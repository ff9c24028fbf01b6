import { article, code, note, table } from '../build/article.ts'
import type { Doc } from '../types.ts'
import { sampleNote } from './sample-note.ts'

export const apiBasics: Doc = {
  title: 'The API in ten minutes',
  slug: 'api-basics',
  summary: 'Where the reference is, how requests and errors look, and what a receiver of webhooks has to check.',
  body: article(
    'The [API reference](/api) lists every endpoint that is open today, made from the same description the server checks requests with. If something is not there, it does not exist yet. This page explains what all endpoints have in common.',
    '## Requests',
    'Send JSON over HTTPS and name the type. Fields that the reference does not list are refused or ignored, as it says there. A request to an endpoint that needs no key looks like this:',
    code(
      'bash',
      'terminal',
      'curl https://ductwise.example/api/… \\\n  -H "Content-Type: application/json" \\\n  -d \'{ "…": "…" }\'',
    ),
    'Replace the dots with a path and fields of the reference.',
    '## Errors',
    'An error is a status code and a JSON body that says what to do. Read the code first; the words may change.',
    table(
      'Status codes',
      ['Code', 'Means', 'Do'],
      ['400', 'The request is not valid JSON or a field is wrong', 'Correct it; do not repeat it unchanged'],
      ['401, 403', 'Who you are is missing or not allowed', 'Check the key or the origin'],
      ['404', 'There is nothing at this path', 'Check the path'],
      ['413', 'The body is too large', 'Send less'],
      ['429', 'Too many requests', 'Wait for the time in Retry-After'],
      ['500 and above', 'Our fault', 'Try again later, with growing pauses'],
    ),
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
    sampleNote,
  ),
  seo: {
    title: 'API basics: requests, errors and webhook checks',
    description:
      'How requests and errors of the API look, which status codes to expect and what to do, and four checks every receiver of webhooks should make.',
  },
}
