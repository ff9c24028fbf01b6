import { LATE_SCRIPT } from '@/lib/dom-contract.ts'

/** Loads a script of browser/ after the first paint, with browser/late-scripts.ts. */
export const LateScript = ({ src }: { src: string }) => <template {...{ [LATE_SCRIPT]: src }} />
