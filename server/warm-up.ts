import { withDeadline } from '../lib/deadline.ts'
import { log } from '../lib/log/log.ts'
import type { Render } from './render.ts'

/** Milliseconds that a start may take for it: what cannot be made by then is made for whoever asks first. */
const PATIENCE_MS = 10_000

/** A page, an endpoint of the dashboard, which refuses requests without a session, the webhook of a publish, and one that needs nothing else. */
const ASKED = ['/', '/api/dashboard/changes', '/api/revalidate', '/api/contact/ticket']

/**
 * Has the framework load the code of pages and endpoints before the first visitor comes: loading it stops everything else
 * for a second or more, also what waits for the database.
 * @param host of the site
 */
export async function warmUp(render: Render, host: string): Promise<void> {
  const all = async () => {
    for (const path of ASKED) await render(path, { host })
  }
  try {
    await withDeadline(all(), PATIENCE_MS, () => log.warn('The site is not warm yet'))
  } catch (err) {
    log.warn({ err }, 'The site could not be warmed up')
  }
}
