'use client'

import { useOrganizationList } from '@clerk/nextjs'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loading } from '../loading.tsx'
import { ALL_PAGES, useAllPages } from '../use-all-pages.ts'
import { AREAS, getRoleLabel } from '@/lib/platform/auth/access-table.ts'
import { useToast } from '../../ui/toast.tsx'
import { isClerkAPIResponseError } from '@clerk/nextjs/errors'
import { TextField } from '../../ui/text-field.tsx'

/** Maximum name length that Clerk accepts. */
const MAX_NAME_LENGTH = 256

const UNREACHABLE_MESSAGE =
  'Our sign-in service isn’t responding, so the company wasn’t created. Your input is still here. Try again in a minute.'

function validateName(name: string): string | undefined {
  if (name === '') return 'Enter your company name'
  return name.length > MAX_NAME_LENGTH
    ? `Use ${MAX_NAME_LENGTH} characters or fewer (currently ${name.length})`
    : undefined
}

function formatError(error: unknown): string {
  if (!isClerkAPIResponseError(error)) return UNREACHABLE_MESSAGE
  const [first] = error.errors
  if (error.status === 403 || first?.code === 'organization_creation_quota_exceeded') {
    return 'You can’t create another company. Contact us and we’ll help.'
  }
  if (first?.meta?.paramName === 'name') return 'Use a shorter name with only letters, digits and spaces'
  return error.status >= 500 || error.status === 429
    ? UNREACHABLE_MESSAGE
    : 'The company wasn’t created. Try again in a minute or contact us.'
}

/** Manages the company name. The page calls this hook, so that no input is lost while Clerk's lists reload. */
function useNameForm() {
  const { isLoaded, createOrganization, setActive } = useOrganizationList()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  /**
   * Id of the created company. If switching to it failed, a retry switches again instead of creating another company.
   */
  const [createdId, setCreatedId] = useState<string>()

  async function submit(): Promise<void> {
    const trimmed = name.trim()
    const nameProblem = validateName(trimmed) ?? (isLoaded ? undefined : UNREACHABLE_MESSAGE)
    setProblem(nameProblem)
    if (nameProblem || !isLoaded) return
    setIsSending(true)
    try {
      // If the browser is offline, Clerk resolves to an organization that has no id.
      const organization: string | undefined = createdId ?? (await createOrganization({ name: trimmed })).id
      if (!organization) throw new Error('The company was not created')
      setCreatedId(organization)
      await setActive({ organization, redirectUrl: AREAS.today.path })
    } catch (error) {
      setProblem(formatError(error))
      setIsSending(false)
    }
  }

  const edit = (input: string) => {
    setName(input)
    setProblem(undefined)
  }
  return { name, problem, isSending, edit, submit }
}

type NameCompanyProps = { label: string; nameForm: ReturnType<typeof useNameForm> }

function NameCompany({ label, nameForm: { name, problem, isSending, edit, submit } }: NameCompanyProps) {
  return (
    <form
      noValidate
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label="Company name"
        name="organization"
        autoComplete="organization"
        value={name}
        error={problem}
        hint="As your customers know it. You can change it later."
        onChange={({ target }) => edit(target.value)}
        required
      />
      <div>
        <Button type="submit" disabled={isSending}>
          {isSending ? 'One moment …' : label}
        </Button>
      </div>
    </form>
  )
}

const RETRY_MESSAGE =
  'The invitation may have been revoked, or our sign-in service isn’t responding. Try again in a minute.'

type RowProps = {
  text: string
  action: string
  label: string
  /**
   * Accepts the invitation or selects the company.
   * @returns Clerk's organization id
   */
  select: () => Promise<string>
}

function CompanyRow({ text, action, label, select }: RowProps) {
  const { setActive } = useOrganizationList()
  const [isSending, setIsSending] = useState(false)
  const toast = useToast()
  const handleClick = async () => {
    setIsSending(true)
    try {
      const organization = await select()
      await setActive?.({ organization, redirectUrl: AREAS.today.path })
    } catch {
      // Clerk rejected the request or the browser is offline. The user can retry.
      toast({ title: 'Something went wrong', description: RETRY_MESSAGE, tone: 'primary' })
      setIsSending(false)
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-border py-3 first:border-t-0">
      <p className="min-w-0 wrap-break-word">{text}</p>
      <Button aria-label={label} disabled={isSending} onClick={() => void handleClick()}>
        {action}
      </Button>
    </li>
  )
}

type Invitation = {
  id: string
  role: string
  publicOrganizationData: { id: string; name: string }
  accept: () => Promise<unknown>
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <ul>
      {invitations.map((invitation) => {
        const { id, name } = invitation.publicOrganizationData
        return (
          <CompanyRow
            key={invitation.id}
            text={`${name} invited you as ${getRoleLabel(invitation.role)}.`}
            action="Join"
            label={`Join ${name}`}
            select={async () => {
              await invitation.accept()
              return id
            }}
          />
        )
      })}
    </ul>
  )
}

type Membership = { role: string; organization: { id: string; name: string } }

function Memberships({ memberships }: { memberships: readonly Membership[] }) {
  return (
    <ul>
      {memberships.map(({ role, organization: { id, name } }) => (
        <CompanyRow
          key={id}
          text={`${name}, as ${getRoleLabel(role)}`}
          action="Open"
          label={`Open ${name}`}
          select={() => Promise.resolve(id)}
        />
      ))}
    </ul>
  )
}

type CreateCompanyProps = { isFirst: boolean; isInvited: boolean; nameForm: ReturnType<typeof useNameForm> }

function CreateCompany({ isFirst, isInvited, nameForm }: CreateCompanyProps) {
  const [isFormOpen, setIsFormOpen] = useState(nameForm.name !== '')
  if (isInvited && !isFormOpen) {
    return (
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        Setting up your own company instead?
        <Button variant="quiet" onClick={() => setIsFormOpen(true)}>
          Create a company
        </Button>
      </p>
    )
  }
  return (
    <Panel
      title={isFirst ? 'Name your company' : 'Create another company'}
      note="You’ll be its admin. Invite your team and choose what each person can do."
    >
      <NameCompany label={isFirst ? 'Continue' : 'Create company'} nameForm={nameForm} />
    </Panel>
  )
}

export function Welcome() {
  const { isLoaded, userInvitations, userMemberships } = useOrganizationList({
    userInvitations: ALL_PAGES,
    userMemberships: ALL_PAGES,
  })
  const nameForm = useNameForm()
  const [wasReady, setWasReady] = useState(false)
  useAllPages(userInvitations)
  useAllPages(userMemberships)
  const lists = [userInvitations, userMemberships]
  const hasFailed = lists.some((list) => list?.isError)
  // Before its first request, Clerk reports that no list is loading, although there is no data.
  const isReady = isLoaded && (hasFailed || lists.every((list) => list?.data !== undefined && !list.isLoading))
  if (isReady && !wasReady) setWasReady(true)
  if (!isReady && !wasReady) {
    return (
      <div className="in-[main:has([data-slot=clerk-failed])]:hidden">
        <Loading label="Loading your companies" rows={4} />
      </div>
    )
  }
  const invitations = userInvitations?.data ?? []
  const memberships = userMemberships?.data ?? []
  const isInvited = invitations.length > 0
  return (
    <>
      {hasFailed && (
        <p role="alert" className="rounded-xl panel px-5 py-4">
          Your invitations couldn’t be loaded. If a company invited you, reload the page in a minute before you create
          one.
        </p>
      )}
      {isInvited && (
        <Panel title={invitations.length === 1 ? 'You’re invited' : 'Your invitations'}>
          <Invitations invitations={invitations} />
        </Panel>
      )}
      {memberships.length > 0 && (
        <Panel title="Your companies">
          <Memberships memberships={memberships} />
        </Panel>
      )}
      <CreateCompany
        isFirst={memberships.length === 0}
        isInvited={isInvited && memberships.length === 0}
        nameForm={nameForm}
      />
    </>
  )
}
