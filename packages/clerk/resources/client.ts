import { currentSession } from '../http/cookies.ts'
import type { Services } from '../http/services.ts'
import { liveSessions } from '../sessions/live.ts'
import type { Client } from '../store/types.ts'
import { sessionJson } from './session.ts'
import { signInJson } from './sign-in.ts'
import { signUpJson } from './sign-up.ts'

/** A browser's state: its sessions, and its current sign-in and sign-up. */
export async function clientJson(services: Services, client: Client) {
  const signIn = client.signInId === null ? undefined : services.store.signIns.get(client.signInId)
  const signUp = client.signUpId === null ? undefined : services.store.signUps.get(client.signUpId)
  return {
    object: 'client',
    id: client.id,
    sessions: await Promise.all(liveSessions(services, client).map((session) => sessionJson(services, session))),
    sign_in: signIn ? signInJson(services, signIn) : null,
    sign_up: signUp ? signUpJson(services, signUp) : null,
    last_active_session_id: currentSession(services, client)?.id ?? null,
    last_authentication_strategy: client.lastStrategy,
    cookie_expires_at: null,
    captcha_bypass: true,
    created_at: client.createdAt,
    updated_at: client.updatedAt,
  }
}
