import { calculatorFile } from '@/components/calculator/calculator-file.ts'
import { callsFile } from '@/components/call/calls-file.ts'
import { shellFile } from '@/components/layout/shell-file.ts'

const files = [shellFile, calculatorFile, callsFile]

export const dynamicParams = false

export const generateStaticParams = () => files.map(({ name }) => ({ name }))

/** Scripts of ours that pages load: named anew by every build, so browsers may keep them for good. */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  const { name } = await params
  const file = files.find((known) => known.name === name)
  if (!file) return new Response('No such script.\n', { status: 404 })
  return new Response(file.code, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  })
}
