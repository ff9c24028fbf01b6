'use client'

import { useState } from 'react'
import { lineProblem, type LineLimits, readLines } from '@/lib/assistant/lines.ts'
import { TextArea } from '../../ui/text-field.tsx'

type LineListProps = {
  label: string
  /** What the assistant does with it. */
  hint: string
  limits: LineLimits
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /** What was found wrong when it was to be saved. */
  problem: string | undefined
}

/** A list that is typed or pasted one entry a line. What is wrong is named once somebody has left the field. */
export function LineList({ label, hint, limits, value, onChange, placeholder, problem }: LineListProps) {
  const [isTyping, setIsTyping] = useState(false)
  const { length } = readLines(value)
  return (
    <TextArea
      label={label}
      rows={Math.min(14, Math.max(5, length + 1))}
      autoComplete="off"
      placeholder={placeholder}
      value={value}
      error={problem ?? (isTyping ? undefined : lineProblem(value, limits))}
      hint={`${hint} One a line; ${length} of ${limits.most}.`}
      onFocus={() => setIsTyping(true)}
      onBlur={() => setIsTyping(false)}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
