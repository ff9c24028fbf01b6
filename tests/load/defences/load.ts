import { access } from '../../attacks/defences/access.ts'
import type { Change } from '../../support/defences/check.ts'

/** What keeps the site quick and small under load, and loses nothing, and how it is taken away. */
export const load = {
  /** Who waits for a change keeps no connection of the pool, and all look at the same time for what has changed. */
  connections: [
    {
      file: 'lib/events/changes.ts',
      from: 'withOrganization(url, organizationId, lastChange)',
      to: 'withOrganization(url, organizationId, async (tx) => (await wait(LOOK_AGAIN), lastChange(tx)))',
    },
    { file: 'lib/events/changes.ts', from: '  if (next) return next\n', to: '  if (next === null) return next\n' },
  ],
  /** A call, and a message, that comes again is another one. */
  once: [
    ...access.repeatedCalls,
    {
      file: 'lib/contact/submit.ts',
      from: 'await store(db, content, { ticketId, now })',
      to: 'await store(db, content, { ticketId: `${ticketId}-${performance.now()}`, now })',
    },
  ],
  /** Once the webhook is answered, what was published is outdated. */
  anew: [
    {
      file: 'app/api/revalidate/route.ts',
      from: '  const isShared = await sharedTags(env().databaseUrl).revalidate(event.tags)\n',
      to: '  setTimeout(() => void sharedTags(env().databaseUrl).revalidate(event.tags), 4_000)\n  const isShared = true\n',
    },
  ],
  /** What waits for a change holds on to nothing, and nothing of it is left. */
  memory: [
    {
      file: 'app/api/dashboard/changes/route.ts',
      from: 'export const GET = withAccess({}, async ({ organization }, request) => {\n',
      to: 'const kept: Buffer[] = []\n\nexport const GET = withAccess({}, async ({ organization }, request) => {\n  kept.push(Buffer.alloc(2 ** 21, 1))\n',
    },
  ],
  /** Nothing takes the processor for long. */
  processor: [
    {
      file: 'app/api/webhooks/voice/route.ts',
      from: '  const content = parse(body)\n',
      to: '  const content = parse(body)\n  for (const end = performance.now() + 250; performance.now() < end; );\n',
    },
  ],
  /** Publishes of a storm become one, and all requests for a page wait for the same rendering. */
  together: [
    {
      file: 'lib/cache/shared-tags.ts',
      from: 'const REVALIDATION_INTERVAL_MS = 100',
      to: 'const REVALIDATION_INTERVAL_MS = 0',
    },
    {
      file: 'server/stored-answers.ts',
      from: 'if (!running) return this.#start(path)',
      to: 'if (!running || running) return this.#start(path)',
    },
  ],
} satisfies Record<string, Change[]>
