import { stegaClean } from 'next-sanity'
import { Fragment, type ReactNode } from 'react'

const PLACEHOLDER_PATTERN = /\{(\w+)\}/

/** Replaces placeholders in UI text. A placeholder that has no value stays. */
export const fill = (text: string, values: Record<string, string | number | null>): string =>
  text.replaceAll(new RegExp(PLACEHOLDER_PATTERN, 'g'), (placeholder, name: string) =>
    String(stegaClean(values[name]) ?? placeholder),
  )

export const fillWith = (text: string, values: Record<string, ReactNode>): ReactNode =>
  text
    .split(PLACEHOLDER_PATTERN)
    .map((part, index) => <Fragment key={index}>{index % 2 === 1 ? (values[part] ?? `{${part}}`) : part}</Fragment>)
