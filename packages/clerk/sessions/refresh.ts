import type { Session } from '../store/types.ts'
import { type Keys, sameText } from '../tokens/keys.ts'

/** Derived from the session instead of being stored: it is as good as the session, and ends with it. */
export const refreshToken = (keys: Keys, session: Session): string => keys.hash('refresh', session.id)

export const isRefreshToken = (keys: Keys, session: Session, token: string): boolean =>
  sameText(refreshToken(keys, session), token)
