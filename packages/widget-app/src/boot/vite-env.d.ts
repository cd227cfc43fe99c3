// Vite's own modules: style sheets that are imported for their effect.
/// <reference types="vite/client" />
