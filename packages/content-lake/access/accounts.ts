import { createHash } from 'node:crypto'
import type { LakeStore } from '../store/lake-store.ts'
import { randomId } from '../store/ids.ts'
import type { LakeUser, UserWithToken } from './users.ts'

const SID_LIFETIME = 2 * 60 * 1000

type PendingLogin = { userId: string; expires: number }

/** Who a token belongs to, and the login hand-over by a session id. Sessions survive a restart; only their hashes are stored. */
export class Accounts {
  readonly users: LakeUser[]
  readonly #store: LakeStore
  readonly #fixed: Map<string, LakeUser>
  readonly #pending = new Map<string, PendingLogin>()
  readonly #now: () => number

  constructor(users: UserWithToken[], store: LakeStore, now: () => number) {
    this.users = users.map(({ token: _token, ...user }) => user)
    this.#fixed = new Map(users.map(({ token, ...user }) => [hash(token), user]))
    this.#store = store
    this.#now = now
  }

  find(id: string): LakeUser | undefined {
    return this.users.find((user) => user.id === id)
  }

  /** The user of a bearer token, or undefined when the token is unknown. */
  authenticate(token: string | undefined): LakeUser | undefined {
    if (!token) return undefined
    const key = hash(token)
    const fixed = this.#fixed.get(key)
    if (fixed) return fixed
    const userId = this.#store.sessionUser(key)
    return userId === undefined ? undefined : this.find(userId)
  }

  /** A session id, to be exchanged once for a token within two minutes. */
  startLogin(userId: string): string {
    const now = this.#now()
    for (const [sid, { expires }] of this.#pending) if (expires <= now) this.#pending.delete(sid)
    const sid = randomId(40)
    this.#pending.set(sid, { userId, expires: now + SID_LIFETIME })
    return sid
  }

  /** The token for a session id; undefined when it is unknown, used or expired. */
  finishLogin(sid: string): string | undefined {
    const login = this.#pending.get(sid)
    this.#pending.delete(sid)
    if (!login || login.expires <= this.#now()) return undefined
    const token = `sk${randomId(48)}`
    this.#store.addSession(hash(token), login.userId, new Date(this.#now()).toISOString())
    return token
  }

  /** Ends the session of a login's token; the fixed tokens stay. */
  logout(token: string): void {
    this.#store.removeSession(hash(token))
  }
}

const hash = (token: string): string => createHash('sha256').update(token).digest('hex')
