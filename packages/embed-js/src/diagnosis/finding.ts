/** `blocks`: there is no chat; `hinders`: there is one, and something of it is missing; `note`: good to know. */
export type FindingSeverity = 'ok' | 'blocks' | 'hinders' | 'note';

/** One result of `diagnose()`. */
export interface Finding {
  /** Its name, for programs. */
  readonly code: FindingCode;
  /** Whether it stops the chat, limits it, or is only good to know. */
  readonly severity: FindingSeverity;
  /** What was found, in a sentence. */
  readonly message: string;
  /** How to fix it: the line to write, wherever there is one. */
  readonly fix: string;
}

/** Written out, so that the public types hold the names alone and not the sentences of the checks. */
export type FindingCode =
  | 'ok'
  | 'ok_from_outside'
  | 'unknown'
  | 'page_unreachable'
  | 'page_certificate'
  | 'offline'
  | 'no_origin'
  | 'page_framed'
  | 'no_script'
  | 'not_started'
  | 'config_invalid'
  | 'container_missing'
  | 'container_hidden'
  | 'mixed_content'
  | 'local_network'
  | 'script_blocked'
  | 'script_missing'
  | 'script_changed'
  | 'script_refused'
  | 'service_down'
  | 'certificate'
  | 'wrong_server'
  | 'csp_frame'
  | 'csp_connect'
  | 'csp_own_screen'
  | 'same_origin'
  | 'wrong_inbox'
  | 'origin_not_allowed'
  | 'frame_silent'
  | 'frame_unstable'
  | 'version_mismatch'
  | 'version_differs'
  | 'consent_needed'
  | 'storage_refused'
  | 'storage_partitioned'
  | 'not_connected'
  | 'clock_wrong'
  | 'reported';
