import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stack } from '../stack/addresses.ts'

/** Joins soft line breaks in the body. Headers use another encoding. */
function decodeMail(mail: string): string {
  const end = mail.search(/\r?\n\r?\n/)
  return (
    mail.slice(0, end) +
    mail
      .slice(end)
      .replaceAll(/=\r?\n/g, '')
      .replaceAll('=3D', '=')
  )
}

/** Returns the emails in a folder, oldest first. @param folder defaults to the outbox of the site under test */
export function readMails(folder = stack.env.contact.mail?.outbox ?? ''): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return names.toSorted().map((name) => decodeMail(readFileSync(join(folder, name), 'utf8')))
}

/** Returns the emails to an address, oldest first. */
export const findMailsTo = (email: string): string[] => readMails().filter((mail) => mail.includes(`To: ${email}`))
