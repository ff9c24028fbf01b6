import { LATE_SCRIPT } from '@/lib/dom-contract.ts'

/** Loads a browser/ script after the first paint (browser/late-scripts.ts). */
export const LateScript = ({ src }: { src: string }) => <template {...{ [LATE_SCRIPT]: src }} />
