/** Stands at the end of every documentation page: what it describes is the sample product of this site. */
export const sampleNote =
  '*This page describes the sample product as the pages of this site present it. Names of screens and settings may differ in your account.*'
