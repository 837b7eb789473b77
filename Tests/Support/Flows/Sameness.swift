/// Whether two documents are the same in every part. Apps never compare documents, so that these are not `Equatable`.
package func isSame<Document>(_ one: Document, _ other: Document) -> Bool {
  String(reflecting: one) == String(reflecting: other)
}
