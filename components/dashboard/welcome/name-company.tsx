'use client'

import { useOrganizationList } from '@clerk/nextjs'
import { isClerkAPIResponseError } from '@clerk/nextjs/errors'
import { useState } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** As long as the sign-in service takes. */
const MAX_NAME = 256

const UNREACHABLE =
  'The company was not created: our sign-in service does not answer. What you typed is still here; try again in a minute.'

/** What is wrong with a name before it is sent; undefined when nothing is. */
function problemOf(name: string): string | undefined {
  if (name === '') return 'Write the name of your company'
  return name.length > MAX_NAME ? `A name has at most ${MAX_NAME} characters; this one has ${name.length}` : undefined
}

/** Why the sign-in service did not create it, in words that say what to do. */
function refusalOf(error: unknown): string {
  if (!isClerkAPIResponseError(error)) return UNREACHABLE
  const [first] = error.errors
  if (error.status === 403 || first?.code === 'organization_creation_quota_exceeded') {
    return 'You may not create a further company. Write to us, and we see to it.'
  }
  if (first?.meta?.paramName === 'name')
    return 'This name is not taken: use letters, digits and spaces, and a shorter one'
  return error.status >= 500 || error.status === 429
    ? UNREACHABLE
    : 'The company was not created. Try again in a minute, or write to us.'
}

/**
 * What is typed, what is wrong with it, and the sending of it. It is kept by who stays on the page, so that nothing is lost
 * while Clerk's lists are read again.
 */
export function useNaming() {
  const { isLoaded, createOrganization, setActive } = useOrganizationList()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  /** A company that was created and could not be entered is entered at the next try, and not created twice. */
  const [created, setCreated] = useState<string>()

  async function submit(): Promise<void> {
    const typed = name.trim()
    const found = problemOf(typed) ?? (isLoaded ? undefined : UNREACHABLE)
    setProblem(found)
    if (found || !isLoaded) return
    setIsSending(true)
    try {
      // Where the browser seems to be offline, Clerk answers with an organization that has no id.
      const organization: string | undefined = created ?? (await createOrganization({ name: typed })).id
      if (!organization) throw new Error('The company was not created')
      setCreated(organization)
      await setActive({ organization, redirectUrl: AREAS.today.path })
    } catch (error) {
      setProblem(refusalOf(error))
      setIsSending(false)
    }
  }

  const edit = (typed: string) => {
    setName(typed)
    setProblem(undefined)
  }
  return { name, problem, isSending, edit, submit }
}

type NameCompanyProps = { label: string; naming: ReturnType<typeof useNaming> }

/** Asks for the name of the company and nothing else, and goes on to Today in it. */
export function NameCompany({ label, naming: { name, problem, isSending, edit, submit } }: NameCompanyProps) {
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
