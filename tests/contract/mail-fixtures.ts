import type { MailContext } from '../../lib/dashboard/mail/admin-mail.ts'

type SentMail = { to: string; subject: string; text: string; messageId: string }

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export function createMailContext(admins: Record<string, string[]> = {}) {
  const sent: SentMail[] = []
  let failingRecipient: string | undefined
  const context: MailContext = {
    mail: {
      siteUrl: 'https://www.example.com',
      getBrand: async () => 'Ductwise',
      from: 'site@ductwise.test',
      to: 'office@ductwise.test',
      send: async ({ to, subject, text, messageId }) => {
        if (to === failingRecipient) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
        sent.push({ to: String(to), subject: String(subject), text, messageId })
      },
    },
    people: {
      findPerson: async (id) =>
        id === 'user_gone'
          ? undefined
          : { id, name: capitalize(id.replace('user_', '')), address: `${id}@ductwise.test` },
      membersWithRole: async (organizationId, role) => (role === 'org:admin' ? (admins[organizationId] ?? []) : []),
      organizationName: async () => 'Ada Heating',
    },
  }
  return { ...context, sent, failFor: (address: string | undefined) => void (failingRecipient = address) }
}
