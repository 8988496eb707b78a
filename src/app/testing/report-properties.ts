import fc from 'fast-check'

// What broke a property goes into its report. A cause beside it is not in the lists of failures that a run ends with.
fc.configureGlobal({ ...fc.readConfigureGlobal(), includeErrorInReport: true })
