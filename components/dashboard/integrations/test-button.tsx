'use client'

import { z } from 'zod'
import { type FailureCode, FAILURES } from '@/lib/integrations/failure.ts'
import type { ProviderName } from '@/lib/integrations/providers.ts'
import { testAnswer } from '@/lib/integrations/record.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTest } from './connection-changes.ts'

const answer = z.union([
  z.object({ sample: testAnswer }),
  z.object({ failure: z.enum(Object.keys(FAILURES) as [FailureCode, ...FailureCode[]]) }),
])

/** Reads one harmless record and says its name, so that somebody sees that it is the right account. */
export function TestButton({ name, reader }: { name: ProviderName; reader: Reader }) {
  const toast = useToast()
  const test = useTest(reader)
  const tell = (answered: object) => {
    const tried = answer.parse(answered)
    if ('failure' in tried) {
      toast({ title: 'It does not work', description: FAILURES[tried.failure].words, tone: 'primary' })
      return
    }
    const { account, kind, name: first } = tried.sample
    const read = first ? `Read as a sample, the first ${kind}: “${first}”.` : `There is no ${kind} to read yet.`
    toast({ title: 'It works', description: account ? `Account: ${account}. ${read}` : read, tone: 'accent' })
  }
  return (
    <Button variant="quiet" disabled={test.isPending} onClick={() => test.mutate(name, { onSuccess: tell })}>
      {test.isPending ? 'Testing …' : 'Test'}
    </Button>
  )
}
