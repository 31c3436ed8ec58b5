package dev.warmpath.it.docs.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * What a page of the site links to and can be linked at. Pages are well-formed XML, so the JDK's parser reads them as a browser
 * would.
 *
 * @param links where they lead, as written
 * @param images shown
 * @param anchors in order, those that come twice twice
 */
record HtmlFile(List<String> links, List<Image> images, List<String> anchors) {

    /**
     * An image.
     *
     * @param description empty if there is none
     */
    record Image(String source, String description) {}

    private static final XMLInputFactory XML = XMLInputFactory.newInstance();

    static {
        XML.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    }

    static HtmlFile read(Path file) throws IOException {
        HtmlFile page = new HtmlFile(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader reader = XML.createXMLStreamReader(in);
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamReader.START_ELEMENT) {
                    page.add(reader);
                }
            }
        } catch (XMLStreamException malformed) {
            throw new IOException(file + ": is not well-formed: " + malformed.getMessage(), malformed);
        }
        return page;
    }

    private void add(XMLStreamReader element) {
        String href = element.getAttributeValue(null, "href");
        String source = element.getAttributeValue(null, "src");
        String anchor = element.getAttributeValue(null, "id");
        if (href != null) {
            links.add(href);
        }
        if (source != null) {
            String description = element.getAttributeValue(null, "alt");
            images.add(new Image(source, description == null ? "" : description));
        }
        if (anchor != null) {
            anchors.add(anchor);
        }
    }
}
