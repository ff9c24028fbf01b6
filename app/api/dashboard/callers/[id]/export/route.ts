import { forMember } from '@/lib/auth/for-member.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { exportCaller } from '@/lib/callers/kept.ts'
import { notFound } from '@/lib/http/json-input.ts'

type Context = { params: Promise<{ id: string }> }

/** Everything that is kept about a caller, as a file of JSON (`CallerExport`); 404 when it is not there. */
export const POST = withAccess(
  { permission: 'org:settings:manage', reverification: 'strict' },
  async (member, _request, { params }: Context) => {
    const { id } = await params
    const file = await forMember(member, (tx, actor) => exportCaller(tx, actor, id))
    if (!file) return notFound('This caller')
    // Named by the day: a number has no place in a file's name either.
    const name = `caller-${file.exportedAt.slice(0, 10)}.json`
    return Response.json(file, { headers: { 'Content-Disposition': `attachment; filename="${name}"` } })
  },
)
