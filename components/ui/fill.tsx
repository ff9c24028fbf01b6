import { stegaClean } from 'next-sanity'
import { Fragment, type ReactNode } from 'react'

const PLACEHOLDER = /\{(\w+)\}/

/** A text of `lib/words.ts` with its placeholders filled in; one without a value stays as it is. */
export const fill = (text: string, values: Record<string, string | number | null>): string =>
  text.replaceAll(new RegExp(PLACEHOLDER, 'g'), (placeholder, name: string) =>
    String(stegaClean(values[name]) ?? placeholder),
  )

/** The same with elements in the place of the placeholders. */
export const fillWith = (text: string, values: Record<string, ReactNode>): ReactNode =>
  text
    .split(PLACEHOLDER)
    .map((part, index) => <Fragment key={index}>{index % 2 === 1 ? (values[part] ?? `{${part}}`) : part}</Fragment>)
