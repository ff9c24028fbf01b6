'use client'

import { useState } from 'react'
import { type KeyInput, type KeyList, keyList, type KeyRecord, type MadeKey } from '@/lib/keys/input.ts'
import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { API_ROOT } from '@/lib/routes.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryResult } from '../loading.tsx'
import { Page } from '../page.tsx'
import { KeyRows } from './key-rows.tsx'
import { MadeKeyDialog } from './made-key-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { useNewKey, useRevoke } from './use-keys.ts'

type KeyPanelsProps = { list: KeyList; onRevoke?: (key: KeyRecord) => void }

function KeyPanels({ list: { keys, timeZone }, onRevoke }: KeyPanelsProps) {
  const inUse = keys.filter(({ revokedAt }) => !revokedAt)
  const revoked = keys.filter(({ revokedAt }) => revokedAt)
  return (
    <>
      <Panel title="In use">
        {inUse.length > 0 ? (
          <KeyRows label="Keys in use" keys={inUse} timeZone={timeZone} {...(onRevoke && { onRevoke })} />
        ) : (
          <Empty icon="key" title="No key is in use">
            With one, your own systems read calls, leads and appointments, and write them if you allow it.
          </Empty>
        )}
      </Panel>
      {revoked.length > 0 && (
        <Panel title="Revoked" note="They open nothing any more. What was done with them stays in the log.">
          <KeyRows label="Revoked keys" keys={revoked} timeZone={timeZone} />
        </Panel>
      )}
    </>
  )
}

/** The keys of an organization, and making and revoking them. */
export function KeysView({ reader, mayManage, hasFailed }: { reader: Reader; mayManage: boolean; hasFailed: boolean }) {
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<MadeKey>()
  const [isShown, setIsShown] = useState(false)
  const [leaving, setLeaving] = useState<KeyRecord>()
  const [isAsking, setIsAsking] = useState(false)
  const newKey = useNewKey(reader)
  const revoke = useRevoke(reader)
  const ask = (key: KeyRecord) => {
    setLeaving(key)
    setIsAsking(true)
  }
  const hide = () => {
    setIsShown(false)
    // Its name stays in sight while the dialog closes; the key itself need not stay in memory.
    setMade((shown) => shown && { ...shown, key: '' })
  }
  const make = (input: KeyInput, onMade: () => void) =>
    newKey.mutate(input, {
      onSuccess: (answer) => {
        setMade(answer)
        setIsShown(true)
        onMade()
      },
    })
  return (
    <Page
      title="API keys"
      lead="With a key, your own systems use the API for this organization. What they do with it is in the log."
      actions={
        mayManage && (
          <Button disabled={newKey.isPending} onClick={() => setIsMaking(true)}>
            Make a key
          </Button>
        )
      }
    >
      <QueryResult what="The list of keys" query={dashboardQuery('keys', keyList, reader)} hasFailed={hasFailed}>
        {(list) => <KeyPanels list={list} {...(mayManage && { onRevoke: ask })} />}
      </QueryResult>
      <p className="text-muted-foreground">
        What a key opens, with examples to copy, is in the{' '}
        <Link href={API_ROOT} className="text-link">
          API reference
        </Link>
        .
      </p>
      <NewKeyDialog isOpen={isMaking} onOpenChange={setIsMaking} onMake={make} />
      <MadeKeyDialog isOpen={isShown} onClose={hide} made={made} />
      <AlertDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Revoke “${leaving?.name ?? ''}”?`}
        description="Whatever uses it is refused from the next request on. This cannot be undone; a new key can be made."
        isDestructive
        confirm="Revoke the key"
        cancel="Keep it"
        onConfirm={() => leaving && revoke.mutate(leaving)}
      />
    </Page>
  )
}
