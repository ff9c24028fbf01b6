import { runForMember, withAccess } from '@/lib/dashboard/access/with-access.ts'
import { readZaps } from '@/lib/dashboard/zapier/zaps.ts'

export const GET = withAccess({ permission: 'org:integrations:read' }, async (member) =>
  Response.json(await runForMember(member, readZaps)),
)
