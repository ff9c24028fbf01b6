import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { generateRandomText } from '../../local-server/index.ts'
import { MAX_RECORDS } from './limits.ts'

export type Outbox = ReturnType<typeof openOutbox>

export function openOutbox(folder: string, from: string, now: () => number) {
  mkdirSync(folder, { recursive: true })
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let sentCount = 0

  return {
    /** Writes an email and resolves once it is on disk. File names sort by time. */
    async send({ to, subject, text }: { to: string; subject: string; text: string }): Promise<void> {
      const date = new Date(now())
      // The counter keeps emails of the same millisecond in order.
      const sequence = String((sentCount += 1)).padStart(6, '0')
      const file = join(
        folder,
        `clerk-${date.toISOString().replaceAll(/[-:.]/g, '')}-${sequence}-${generateRandomText(6)}.eml`,
      )
      const { message } = await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        date,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await writeFile(`${file}.part`, message as Buffer)
      await rename(`${file}.part`, file)
      deleteOldestEmail(folder)
    },
  }
}

function deleteOldestEmail(folder: string): void {
  const emailFiles = readdirSync(folder).filter((name) => /^clerk-.*\.eml$/.test(name))
  if (emailFiles.length <= MAX_RECORDS.mails) return
  for (const name of emailFiles.toSorted().slice(0, emailFiles.length - MAX_RECORDS.mails))
    rmSync(join(folder, name), { force: true })
}
