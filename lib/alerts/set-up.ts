import type { Env } from '../env.ts'
import type { AlertsPage } from './preferences.ts'

/** Which ways of telling people are set up here, and the key with which browsers subscribe. */
export const alertsSetUp = ({ contact, push }: Env): Pick<AlertsPage, 'publicKey' | 'hasMail'> => ({
  hasMail: Boolean(contact.mail),
  publicKey: push?.publicKey ?? null,
})
