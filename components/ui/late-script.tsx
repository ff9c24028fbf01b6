import { LATE_SCRIPT_ATTRIBUTE } from '@/lib/dom-contract.ts'

/** Loads a script of browser/ after the first paint, with browser/late-scripts.ts. */
export const LateScript = ({ src }: { src: string }) => <template {...{ [LATE_SCRIPT_ATTRIBUTE]: src }} />
