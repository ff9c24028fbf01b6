import { useEffect, useState } from 'react'
import {
  type FileOptions,
  ImportFileError,
  type ImportTable,
  readImportFile,
} from '@/lib/dashboard/imports/read-file.ts'
import { checkRows, countDuplicates, type RowCheck, type RowCounts } from '@/lib/dashboard/imports/check-rows.ts'
import { contactsAnswer } from '@/lib/dashboard/imports/record.ts'
import type { RowContext } from '@/lib/dashboard/imports/rows.ts'
import type { ImportKind } from '@/lib/dashboard/model/import.ts'
import { buildEndpoint } from '@/lib/dashboard/query/dashboard-query.ts'

type FileState = { table?: ImportTable; error?: string }

const UNREADABLE = 'The browser could not read this file. Choose it again.'

/** Reads the file again when an option changes. */
export function useImportFile(file: File, options: FileOptions): FileState {
  const [state, setState] = useState<FileState>({})
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      try {
        const table = readImportFile(new Uint8Array(await file.arrayBuffer()), options)
        if (isCurrent) setState({ table })
      } catch (error) {
        // The browser rejects files that were moved or deleted.
        if (isCurrent) setState({ error: error instanceof ImportFileError ? error.message : UNREADABLE })
      }
    }
    void read()
    return () => void (isCurrent = false)
  }, [file, options])
  return state
}

async function fetchCounts(kind: ImportKind, { contacts }: RowCheck, signal: AbortSignal): Promise<RowCounts | null> {
  const response = await fetch(buildEndpoint('imports/contacts'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      kind,
      phones: contacts.flatMap(({ phones }) => phones),
      emails: contacts.flatMap(({ emails }) => emails),
    }),
    signal,
  })
  return response.ok ? countDuplicates(contacts, contactsAnswer.parse(await response.json())) : null
}

export type ImportCheck = RowCheck & {
  /** Undefined until the server has responded; null if it could not. */
  counts?: RowCounts | null
}

/** Checks all rows, and counts those that already exist. Starts again when the mapping changes. */
export function useRowCheck(
  kind: ImportKind,
  table: ImportTable | undefined,
  context: RowContext & { leadDays: number },
): ImportCheck | undefined {
  const [check, setCheck] = useState<ImportCheck>()
  useEffect(() => {
    const abortController = new AbortController()
    const { signal } = abortController
    const run = async () => {
      setCheck(undefined)
      if (!table) return
      try {
        const rows = await checkRows(kind, table.rows, context, signal)
        setCheck(rows)
        const counts = await fetchCounts(kind, rows, signal)
        if (!signal.aborted) setCheck({ ...rows, counts })
      } catch {
        // If the mapping did not change, the network failed. The import works without the counts.
        if (!signal.aborted) setCheck((current) => current && { ...current, counts: null })
      }
    }
    void run()
    return () => abortController.abort()
  }, [kind, table, context])
  return check
}
