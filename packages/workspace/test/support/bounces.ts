/** What mail servers send back, as they write it. */

export interface Returned {
  /** To which address the report came. */
  readonly to: string;
  readonly action?: string;
  readonly status?: string;
  /** `Message-ID` of the mail that came back. */
  readonly messageId?: string;
}

/** RFC 3464, in the form that Postfix gives it. */
export const deliveryReport = ({ to, action = 'failed', status = '5.1.1', messageId = '<x@example.com>' }: Returned) =>
  crlf(`Return-Path: <>
Delivered-To: ${to}
Date: Thu, 27 Nov 2025 09:55:00 +0000
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4F1C2.1764237300/mx.example.net"

--4F1C2.1764237300/mx.example.net
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.net.

--4F1C2.1764237300/mx.example.net
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: 4F1C2
Arrival-Date: Thu, 27 Nov 2025 09:54:59 +0000

Final-Recipient: rfc822; ada@example.com
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 5.1.1 <ada@example.com>: Recipient address
    rejected: User unknown

--4F1C2.1764237300/mx.example.net
Content-Description: Undelivered Message
Content-Type: message/rfc822

Message-ID: ${messageId}
Subject: News
To: ada@example.com

News.
--4F1C2.1764237300/mx.example.net--
`);

/** RFC 5965. Such reports come to an address that the operator has registered, not to that of the mail. */
export const complaint = ({ messageId = '<x@example.com>', type = 'abuse', mailFrom = 'chat@example.com' }) =>
  crlf(`From: fbl@mail.example.net
To: abuse@example.com
Subject: FW: News
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part1"

--part1
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report.

--part1
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <${mailFrom}>

--part1
Content-Type: message/rfc822

From: chat@example.com
Message-ID: ${messageId}
Subject: News

News.
--part1--
`);

/** As a mail server stores them, one after the other. */
export const mbox = (...messages: readonly string[]): string =>
  messages
    .map((message) => `From MAILER-DAEMON Thu Nov 27 09:55:00 2025\n${message.replaceAll('\r\n', '\n').trimEnd()}\n\n`)
    .join('');

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
