import { browserFiles } from '@/lib/browser-bundles.js'

export const dynamicParams = false

export const generateStaticParams = () => browserFiles.map(({ name }) => ({ name }))

/** Returns a browser bundle. Its name contains a content hash, so browsers cache it forever. */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  const { name } = await params
  const file = browserFiles.find((browserFile) => browserFile.name === name)
  if (!file) return new Response('Script not found.\n', { status: 404 })
  return new Response(file.code, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}
