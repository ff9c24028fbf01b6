'use client'

import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import { UnsavedWarning } from './unsaved-warning.tsx'

type SaveBarProps = Pick<SettingsForm<object>, 'isDirty' | 'isSaving' | 'problems' | 'save' | 'discard' | 'conflict'>

/** Leads to the first field that is marked. */
const goToProblem = (bar: HTMLElement | null) =>
  requestAnimationFrame(() => {
    const form = bar?.closest<HTMLElement>('[data-settings-form]')
    form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  })

function Conflict({ takeTheirs, keepMine }: NonNullable<SaveBarProps['conflict']>) {
  return (
    <>
      <p role="alert" className="min-w-0 flex-1 font-medium">
        Somebody else changed the same meanwhile. What you typed is still here.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={takeTheirs}>
          Show theirs
        </Button>
        <Button onClick={keepMine}>Save mine</Button>
      </div>
    </>
  )
}

/** Below a form as soon as something was typed: saves it, or takes it back. */
export function SaveBar({ isDirty, isSaving, problems, save, discard, conflict }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const count = Object.keys(problems).length
  const submit = async () => {
    if (!(await save())) goToProblem(bar.current)
  }
  return (
    <>
      {/* Above the bottom bar of a phone, at the lower edge of a window. */}
      <div
        ref={bar}
        className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-xl border border-input bg-card p-2.5 pl-4 floating lg:bottom-4"
        hidden={!isDirty}
      >
        {conflict ? (
          <Conflict {...conflict} />
        ) : (
          <>
            <output className="min-w-0 flex-1">
              {count === 0 && 'Not saved yet.'}
              {count > 0 && (
                <span className="font-medium text-primary">
                  {count === 1 ? 'One field has to be corrected first.' : `${count} fields have to be corrected first.`}
                </span>
              )}
            </output>
            <div className="flex flex-wrap gap-2">
              <Button variant="quiet" disabled={isSaving} onClick={discard}>
                Discard
              </Button>
              <Button disabled={isSaving} onClick={() => void submit()}>
                {isSaving ? 'Saving …' : 'Save'}
              </Button>
            </div>
          </>
        )}
      </div>
      <UnsavedWarning isDirty={isDirty} />
    </>
  )
}
