import { beginConnection } from '../start-authorization.ts'
import { withConnection } from '../../request.ts'

/** Starts a read-only connection and returns `{ address }`, the provider's sign-in URL. */
export const POST = withConnection(
  { permission: 'org:integrations:manage', reverification: 'moderate' },
  (connectionRequest) => beginConnection(connectionRequest, false),
)
