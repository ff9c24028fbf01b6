import { browserFiles } from '../../lib/browser-bundles.js'
import { speculationRules } from '../../lib/platform/http/speculation-rules.ts'
import { SEARCH_PATH, SHARE_IMAGE_ROOT } from '../../lib/routes.ts'
import type { RequestContext } from '../http/context.ts'
import { createTextResponse, sendPreparedResponse, sendResult } from '../http/response.ts'
import { SCRIPTS_ROOT } from '../http/route-kind.ts'
import { handleNext } from './next.ts'

const NO_SUCH_FILE = createTextResponse(404, 'File not found.\n')
const NO_SUCH_PICTURE = createTextResponse(404, 'Image not found.\n')
const SPECULATION_RULES_RESPONSE = createTextResponse(200, JSON.stringify(speculationRules), {
  'content-type': 'application/speculationrules+json',
  'cache-control': 'public, max-age=3600',
})

export const handleSpeculationRules = (ctx: RequestContext): void =>
  sendPreparedResponse(ctx, SPECULATION_RULES_RESPONSE)

/**
 * Sends a file of another build. Pages need one if they are still open after a deploy, or if another process sent them
 * during a rollout.
 */
async function sendOtherBuildFile(ctx: RequestContext): Promise<void> {
  const file = await ctx.site.otherBuilds.find(ctx.path)
  sendPreparedResponse(ctx, file ?? NO_SUCH_FILE)
}

export async function handleStaticFile(ctx: RequestContext): Promise<void> {
  const { files } = ctx.site
  if (!files.has(ctx.path)) return sendOtherBuildFile(ctx)
  const file = await files.find(ctx.path)
  return file ? sendPreparedResponse(ctx, file) : handleNext(ctx)
}

export async function handleCachedRoute(ctx: RequestContext): Promise<void> {
  const { site, path } = ctx
  if (path.startsWith(SCRIPTS_ROOT) && !browserFiles.some((file) => file.path === path)) return sendOtherBuildFile(ctx)
  const page = path.startsWith(`${SHARE_IMAGE_ROOT}/`) ? path.slice(SHARE_IMAGE_ROOT.length) : undefined
  // Only known pages have a share image. An image for any other path would render at each request.
  if (page !== undefined && page !== SEARCH_PATH && (await site.knownPage(page)) === undefined)
    return sendPreparedResponse(ctx, NO_SUCH_PICTURE)
  sendResult(ctx, await site.cache.get(path))
}
