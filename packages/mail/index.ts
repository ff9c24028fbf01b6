export { startMail, type Mail, type MailOptions } from './server.ts'
export type { MessageRecord } from './message.ts'
