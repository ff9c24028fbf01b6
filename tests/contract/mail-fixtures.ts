import type { MailContext } from '../../lib/dashboard/mail/admin-mail.ts'

type Sent = { to: string; subject: string; text: string; messageId: string }

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export function mailContext(admins: Record<string, string[]> = {}) {
  const sent: Sent[] = []
  let failing: string | undefined
  const context: MailContext = {
    siteUrl: 'https://www.example.com',
    mail: {
      from: 'site@ductwise.test',
      to: 'office@ductwise.test',
      send: async ({ to, subject, text, messageId }) => {
        if (to === failing) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
        sent.push({ to: String(to), subject: String(subject), text: String(text), messageId })
      },
    },
    people: {
      findPerson: async (id) =>
        id === 'user_gone'
          ? undefined
          : { id, name: capitalized(id.replace('user_', '')), address: `${id}@ductwise.test` },
      membersWithRole: async (organizationId, role) => (role === 'org:admin' ? (admins[organizationId] ?? []) : []),
      organizationName: async () => 'Ada Heating',
    },
  }
  return { ...context, sent, failFor: (address: string | undefined) => void (failing = address) }
}
